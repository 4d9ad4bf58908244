// The settings of the service, from environment variables.
export { findConflicts } from './conflicts.js';
export { ConfigurationModule } from './configuration.module.js';
export {
  CONFIGURATION,
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  originOf,
  usesHttps,
  variables,
} from './configuration.js';
export { findMisspeltVariables } from './misspelt-variables.js';
