// Builds and runs the image of apps/api/Dockerfile without a container engine. The differences: the programs are those of this
// machine (its Node.js, shell and C library), a stage is a folder, and RUN gets only the programs of the base image by PATH.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import dockerignore from '@balena/dockerignore';
import { type Copy, DockerfileParser, type From, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { findProgram } from './cluster/programs.js';

const CONTEXT = fileURLToPath(new URL('../..', import.meta.url));

/** The user `node` of Node's official images. */
const NODE_USER = 1000;

/** Of the base image: neither a compiler nor git or Python. */
const BASE_PROGRAMS = ['node', 'npm', 'sh', 'env', 'rm', 'find'];

export interface Image {
  /** The folder of its root. */
  root: string;
  workdir: string;
  environment: Record<string, string>;
  user: string;
  healthcheck: string[];
  command: string[];
}

/** @returns why this machine cannot build and run images, or undefined if it can */
export function missingForImages(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'Building an image without an engine needs root on Linux.';
  const missing = [...BASE_PROGRAMS, 'chroot', 'ldd'].filter((name) => findProgram(name) === undefined);
  return missing.length === 0 ? undefined : `Missing: ${missing.join(', ')}.`;
}

/**
 * Carries out the instructions of the Dockerfile.
 * @param folder an empty folder for the stages
 */
export function buildImage(folder: string): Image {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  const dockerfile = DockerfileParser.parse(readFileSync(join(CONTEXT, 'apps/api/Dockerfile'), 'utf8'));
  for (const instruction of dockerfile.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const root = join(folder, `stage-${stages.size}`);
      image = { root, workdir: '/', environment: {}, user: 'root', healthcheck: [], command: [] };
      // A stage without a name has its number.
      stages.set((instruction as From).getBuildStage() ?? String(stages.size), image);
    } else if (image !== undefined) {
      carryOut(instruction, image, stages);
    }
  }
  if (image === undefined) throw new Error('The Dockerfile has no stage');
  return image;
}

function carryOut(instruction: Instruction, image: Image, stages: Map<string, Image>): void {
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const [first = ''] = words;
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      image.workdir = resolve(image.workdir, first);
      mkdirSync(join(image.root, image.workdir), { recursive: true });
      break;
    case 'ENV':
      for (const word of words) image.environment[word.split('=')[0] as string] = word.slice(word.indexOf('=') + 1);
      break;
    case 'COPY': {
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined;
      copy(words, image, from === undefined ? undefined : stages.get(from));
      break;
    }
    case 'RUN':
      run(instruction.getArgumentsContent() ?? '', image);
      break;
    case 'USER':
      image.user = first;
      break;
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse((instruction.getArgumentsContent() ?? '').replace(/^.*?CMD /s, '')) as string[];
      break;
    case 'CMD':
      image.command = (instruction as JSONInstruction)
        .getJSONStrings()
        .map((text) => JSON.parse(text.getValue()) as string);
      break;
    case 'EXPOSE':
      break;
    default:
      throw new Error(`This test does not know the instruction ${instruction.getKeyword()}`);
  }
}

/** @param from the stage to copy from; without it, the context, of which .dockerignore hides a part */
function copy(words: string[], image: Image, from: Image | undefined): void {
  const target = words.at(-1) ?? '';
  const source = from?.root ?? CONTEXT;
  const isShown = from === undefined ? contextFilter() : () => true;
  for (const word of words.slice(0, -1)) {
    if (!isShown(word)) throw new Error(`.dockerignore hides ${word}`);
    const place = join(image.root, resolve(image.workdir, target), target.endsWith('/') ? basename(word) : '');
    const filter = (path: string) => isShown(relative(source, path));
    cpSync(join(source, word), place, { recursive: true, verbatimSymlinks: true, filter });
  }
}

function contextFilter(): (path: string) => boolean {
  return dockerignore
    .default()
    .add(readFileSync(join(CONTEXT, '.dockerignore'), 'utf8'))
    .createFilter();
}

function run(command: string, image: Image): void {
  const programs = `${image.root}-programs`;
  if (!existsSync(programs)) {
    mkdirSync(programs);
    for (const name of BASE_PROGRAMS) symlinkSync(realpathSync(findProgram(name) as string), join(programs, name));
  }
  const { status, stdout, stderr } = spawnSync(join(programs, 'sh'), ['-c', command], {
    cwd: join(image.root, image.workdir),
    // npm's settings and cache are in the home folder. What is in the cache is not requested again.
    env: { PATH: programs, HOME: process.env.HOME, npm_config_prefer_offline: 'true', ...image.environment },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`RUN ${command}\nended with ${status}:\n${stdout}${stderr}`);
}

/** Adds Node.js, `env` and their libraries to the root of an image, so that it can be run in `chroot`. */
export function addPrograms({ root }: Image): void {
  for (const name of ['node', 'env']) {
    const program = realpathSync(findProgram(name) as string);
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+(?= \()/g) ?? [];
    for (const library of libraries) cpSync(library, join(root, library), { dereference: true });
    cpSync(program, join(root, 'usr/bin', name));
  }
}

/** The command line that runs a command in an image, as its user. */
export function inImage(image: Image, command: string[], environment: Record<string, string>): [string, string[]] {
  if (image.user !== 'node') throw new Error(`The image runs as ${image.user}`);
  const variables = Object.entries({ PATH: '/usr/bin', ...image.environment, ...environment });
  const words = variables.map(([name, value]) => `${name}=${value}`);
  const user = `${NODE_USER}:${NODE_USER}`;
  const chroot = findProgram('chroot') as string;
  return [
    chroot,
    [
      `--userspec=${user}`,
      '--groups=',
      image.root,
      'env',
      '--ignore-environment',
      `--chdir=${image.workdir}`,
      ...words,
      ...command,
    ],
  ];
}
