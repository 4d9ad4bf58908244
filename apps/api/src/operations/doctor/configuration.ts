import { type Configuration, ConfigurationError, loadConfiguration } from '#libs/configuration';
import { type Finding, ok, problem } from './finding.js';

type Environment = Record<string, string | undefined>;

interface Checked {
  findings: Finding[];
  /** Without what is wrong, to look at the rest with. */
  configuration: Configuration;
  /** Names of the variables that are wrong. */
  wrong: ReadonlySet<string>;
}

/** Checks the environment. */
export function checkConfiguration(environment: Environment): Checked {
  try {
    const configuration = loadConfiguration(environment);
    return { findings: [ok('Configuration', 'every variable is right')], configuration, wrong: new Set() };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const findings = error.message.split('\n').map((line) => {
      const [name = '', ...rule] = line.split(' ');
      return problem('Configuration', `${name} is ${environment[name] ? 'wrong' : 'missing'}`, `it ${rule.join(' ')}`);
    });
    const wrong = new Set(error.message.split('\n').map((line) => line.split(' ')[0] ?? ''));
    return { findings, configuration: loadWithout(environment, wrong), wrong };
  }
}

/** Variables that need each other go together. */
const GROUPS = /^(OIDC|ADMIN)_/;

function loadWithout(environment: Environment, wrong: ReadonlySet<string>): Configuration {
  const right = Object.entries(environment).filter(([name]) => !wrong.has(name) && !GROUPS.test(name));
  return loadConfiguration(Object.fromEntries(right));
}
