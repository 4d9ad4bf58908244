import { missingPrograms, type Program } from './cluster/programs.js';

/** A describe that needs programs of the machine. Without them its tests are left out, and say so; where CI is true they fail. */
export function describeWithPrograms(name: string, programs: Program[], tests: () => void): void {
  const missing = missingPrograms(programs);
  if (missing === undefined) describe(name, tests);
  else if (process.env.CI === 'true') {
    it(`${name}: has its programs`, () => {
      throw new Error(missing);
    });
  } else {
    process.stderr.write(`The tests of "${name}" are left out. ${missing}\n`);
    describe.skip(name, tests);
  }
}
