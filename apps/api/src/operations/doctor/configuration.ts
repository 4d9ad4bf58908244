import {
  type Configuration,
  ConfigurationError,
  findConflicts,
  findMisspeltVariables,
  loadConfiguration,
} from '#libs/configuration';
import { type Finding, ok, problem, warning } from './finding.js';

/** @returns the configuration too, if it is valid */
export function checkConfiguration(environment: Record<string, string | undefined>): {
  findings: Finding[];
  configuration?: Configuration;
} {
  const misspelt = findMisspeltVariables(environment).map(([name, meant]) =>
    warning('Configuration', `${name} is not a variable of the service`, `set ${meant} if you mean that one`),
  );
  try {
    const configuration = loadConfiguration(environment);
    const conflicts = findConflicts(configuration).map(({ text, advice }) => warning('Configuration', text, advice));
    const findings = [...conflicts, ...misspelt];
    if (findings.length === 0) findings.push(ok('Configuration', 'all variables are valid'));
    return { findings, configuration };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const advice = 'correct it; the doctor then checks everything else';
    return {
      findings: [...error.message.split('\n').map((line) => problem('Configuration', line, advice)), ...misspelt],
    };
  }
}
