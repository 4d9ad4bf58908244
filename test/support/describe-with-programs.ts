import { missingPrograms, type Program } from './cluster/programs.js';

/** A describe that needs programs of the machine. Without them its tests are skipped with a message; with CI=true they fail. */
export function describeWithPrograms(name: string, programs: Program[], tests: () => void): void {
  describeUnless(missingPrograms(programs), name, tests);
}

/** @param missing the missing programs, with advice */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
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
