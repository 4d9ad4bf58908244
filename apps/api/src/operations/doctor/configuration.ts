import {
  type Configuration,
  ConfigurationError,
  findConflicts,
  findMisspeltVariables,
  loadConfiguration,
} from '#libs/configuration';
import { type Finding, ok, problem, warning } from './finding.js';

type Environment = Record<string, string | undefined>;

interface Checked {
  findings: Finding[];
  /** Without the invalid variables, for the other checks. */
  configuration: Configuration;
  /** Names of the invalid variables. */
  invalid: ReadonlySet<string>;
}

/** Checks the environment. */
export function checkConfiguration(environment: Environment): Checked {
  const { problems, configuration, invalid } = loadValidVariables(environment);
  const findings = [...problems, ...warnConflicts(configuration, invalid), ...warnMisspelt(environment)];
  if (findings.length === 0) findings.push(ok('Configuration', 'all variables are valid'));
  return { findings, configuration, invalid };
}

/** Variables that need each other are left out together. */
const GROUPS = /^(OIDC|ADMIN)_/;

function loadValidVariables(environment: Environment): Omit<Checked, 'findings'> & { problems: Finding[] } {
  try {
    return { problems: [], configuration: loadConfiguration(environment), invalid: new Set<string>() };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const problems = error.message.split('\n').map((line) => {
      const [name = '', ...rule] = line.split(' ');
      return problem(
        'Configuration',
        `${name} is ${environment[name] ? 'invalid' : 'missing'}`,
        `it ${rule.join(' ')}`,
      );
    });
    const invalid = new Set(error.message.split('\n').map((line) => line.split(' ')[0] ?? ''));
    const valid = Object.entries(environment).filter(([name]) => !invalid.has(name) && !GROUPS.test(name));
    // A variable may need one that was invalid.
    const { configuration } = loadValidVariables(Object.fromEntries(valid));
    return { problems, configuration, invalid };
  }
}

/** Skips invalid variables: their conflicts would be those of their defaults. */
function warnConflicts(configuration: Configuration, invalid: ReadonlySet<string>): Finding[] {
  return findConflicts(configuration)
    .filter(({ names }) => !names.some((name) => invalid.has(name)))
    .map(({ text, advice }) => warning('Configuration', text, advice));
}

function warnMisspelt(environment: Environment): Finding[] {
  return findMisspeltVariables(environment).map(([name, meant]) =>
    warning('Configuration', `${name} is not a variable of the service`, `set ${meant} if you mean that one`),
  );
}
