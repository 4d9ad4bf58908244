import { strFromU8, unzipSync } from 'fflate';
import { UnreadableFile } from './unreadable-file.js';

/** A file that a client sends: its text, or its bytes in base64. */
export interface Upload {
  text?: string | undefined;
  file?: string | undefined;
}

const SAVE_AS_TEXT = 'Save it as plain text in UTF-8 and choose that file';
const FROM_MOODLE =
  'In Moodle, open the question bank, choose Export and the format “Moodle XML”, and choose that file';

/** The beginnings of files that are no text, with what to do. */
const BINARY: [string, string][] = [
  ['\xFF\xFE', 'The file is in UTF-16. Save it in UTF-8 and choose it again'],
  ['\xFE\xFF', 'The file is in UTF-16. Save it in UTF-8 and choose it again'],
  ['\x1F\x8B', `This is a compressed file, such as a backup of Moodle (.mbz). ${FROM_MOODLE}`],
  ['%PDF', `This is a PDF document. ${SAVE_AS_TEXT}`],
  ['\xD0\xCF\x11\xE0', 'This is a file of an old version of Excel or Word. Save it as .xlsx, or as CSV in UTF-8'],
];

/** Files by which archives are recognised. */
const ARCHIVES: [string, string][] = [
  ['xl/workbook.xml', 'This is an Excel file (.xlsx). Import it as a table, or save its sheet as CSV in UTF-8'],
  ['word/document.xml', `This is a Word document. ${SAVE_AS_TEXT}`],
  ['moodle_backup.xml', `This is a backup of Moodle. ${FROM_MOODLE}`],
  [
    'imsmanifest.xml',
    'This is a package of QTI or Common Cartridge, as Canvas exports it. Quizzes are read from Moodle XML, GIFT, Aiken and tables: export one of these',
  ],
];

/** The beginnings of documents in other XML formats. */
const DOCUMENTS: [RegExp, string][] = [
  [
    /<(\w+:)?(questestinterop|assessment(Test|Item)|manifest)\b/,
    'This is QTI, as Canvas exports it. Quizzes are read from Moodle XML, GIFT, Aiken and tables: export one of these',
  ],
  [/<(moodle_backup|question_categories)\b/, `This is a part of a backup of Moodle. ${FROM_MOODLE}`],
];

/** @throws UnreadableFile that says what a file without text is */
export function textOf({ text = '', file }: Upload): string {
  const content = file === undefined ? text : decode(Buffer.from(file, 'base64'));
  const head = content.slice(0, 2_000);
  const [, problem] = DOCUMENTS.find(([start]) => head.trimStart().startsWith('<') && start.test(head)) ?? [];
  if (problem !== undefined) throw new UnreadableFile(problem);
  return content;
}

export const isXlsx = (bytes: Uint8Array): boolean => isZip(bytes) && namesOf(bytes).includes('xl/workbook.xml');

function decode(bytes: Buffer): string {
  const head = strFromU8(bytes.subarray(0, 4), true);
  const [, problem] = BINARY.find(([start]) => head.startsWith(start)) ?? [];
  if (problem !== undefined) throw new UnreadableFile(problem);
  if (isZip(bytes)) throw new UnreadableFile(describeArchive(namesOf(bytes)));
  if (bytes.includes(0)) throw new UnreadableFile(`This is no text. ${SAVE_AS_TEXT}`);
  return bytes.toString('utf8');
}

const isZip = (bytes: Uint8Array) => strFromU8(bytes.subarray(0, 4), true) === 'PK\x03\x04';

/** The names of the files in an archive, which stays packed. */
function namesOf(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, { filter: ({ name }) => names.push(name) < 0 });
  } catch {
    throw new UnreadableFile('This is a damaged ZIP archive or Excel file. Save it again and choose it');
  }
  return names;
}

function describeArchive(names: string[]): string {
  const [, problem] = ARCHIVES.find(([name]) => names.includes(name)) ?? [];
  return problem ?? 'This is a ZIP archive. Unpack it, and choose the file of questions or users in it';
}
