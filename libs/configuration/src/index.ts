// The settings of the service, from environment variables.
export { ConfigurationModule } from './configuration.module.js';
export {
  CONFIGURATION,
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  variables,
} from './configuration.js';
