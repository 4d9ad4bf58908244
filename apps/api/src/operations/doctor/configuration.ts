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
  /** Without what is wrong, to look at the rest with. */
  configuration: Configuration;
  /** Names of the variables that are wrong. */
  wrong: ReadonlySet<string>;
}

/** Checks the environment. */
export function checkConfiguration(environment: Environment): Checked {
  const { problems, configuration, wrong } = loadWhatIsRight(environment);
  const findings = [...problems, ...warnConflicts(configuration, wrong), ...warnMisspelt(environment)];
  if (findings.length === 0) findings.push(ok('Configuration', 'every variable is right'));
  return { findings, configuration, wrong };
}

/** Variables that need each other go together. */
const GROUPS = /^(OIDC|ADMIN)_/;

function loadWhatIsRight(environment: Environment): Omit<Checked, 'findings'> & { problems: Finding[] } {
  try {
    return { problems: [], configuration: loadConfiguration(environment), wrong: new Set<string>() };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const problems = error.message.split('\n').map((line) => {
      const [name = '', ...rule] = line.split(' ');
      return problem('Configuration', `${name} is ${environment[name] ? 'wrong' : 'missing'}`, `it ${rule.join(' ')}`);
    });
    const wrong = new Set(error.message.split('\n').map((line) => line.split(' ')[0] ?? ''));
    const right = Object.entries(environment).filter(([name]) => !wrong.has(name) && !GROUPS.test(name));
    // A variable may need one that was wrong.
    const { configuration } = loadWhatIsRight(Object.fromEntries(right));
    return { problems, configuration, wrong };
  }
}

/** Conflicts of what is wrong would be those of its default. */
function warnConflicts(configuration: Configuration, wrong: ReadonlySet<string>): Finding[] {
  return findConflicts(configuration)
    .filter(({ names }) => !names.some((name) => wrong.has(name)))
    .map(({ text, advice }) => warning('Configuration', text, advice));
}

function warnMisspelt(environment: Environment): Finding[] {
  return findMisspeltVariables(environment).map(([name, meant]) =>
    warning('Configuration', `${name} is not a variable of the service`, `set ${meant} if that is meant`),
  );
}
