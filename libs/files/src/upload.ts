import { strFromU8, unzipSync } from 'fflate';
import { decodeText } from './decode-text.js';
import { UnreadableFile } from './unreadable-file.js';

/** What a file is recognised by: its first characters, one for each byte, and the names of the files in an archive. */
interface Signs {
  head: string;
  names: string[];
}

const begins = (start: string) => (file: Signs) => file.head.startsWith(start);
const contains = (name: string) => (file: Signs) => file.names.includes(name);
const hasElement = (tag: RegExp) => (file: Signs) => file.head.startsWith('<') && tag.test(file.head);

const UTF_16 = 'The file is in UTF-16. Save it in UTF-8 and choose it again';
const SAVE_AS_TEXT = 'Save it as plain text in UTF-8 and choose that file';
const FROM_MOODLE =
  'In Moodle, open the question bank, choose Export and the format “Moodle XML”, and choose that file';
const QTI =
  'This is QTI, as Canvas exports it. Quizzes are read from Moodle XML, GIFT, Aiken and tables: export one of these';

/** Files of other programs, with what to do. */
const FOREIGN: [matches: (file: Signs) => boolean, problem: string][] = [
  [begins('\xFF\xFE'), UTF_16],
  [begins('\xFE\xFF'), UTF_16],
  [begins('\x1F\x8B'), `This is a compressed file, such as a backup of Moodle (.mbz). ${FROM_MOODLE}`],
  [begins('%PDF'), `This is a PDF document. ${SAVE_AS_TEXT}`],
  [
    begins('\xD0\xCF\x11\xE0'),
    'This is a file of an old version of Excel or Word. Save it as .xlsx, or as CSV in UTF-8',
  ],
  [
    contains('xl/workbook.xml'),
    'This is an Excel file (.xlsx). Import it as a table, or save its sheet as CSV in UTF-8',
  ],
  [contains('word/document.xml'), `This is a Word document. ${SAVE_AS_TEXT}`],
  [contains('moodle_backup.xml'), `This is a backup of Moodle. ${FROM_MOODLE}`],
  [contains('imsmanifest.xml'), QTI],
  [begins('PK\x03\x04'), 'This is a ZIP archive. Unpack it, and choose the file of questions or users in it'],
  [hasElement(/<(\w+:)?(questestinterop|assessment(Test|Item)|manifest)\b/), QTI],
  [hasElement(/<(moodle_backup|question_categories)\b/), `This is a part of a backup of Moodle. ${FROM_MOODLE}`],
];

/** @param bytes of a file @throws UnreadableFile that says what a file without text is */
export function textOf(bytes: Uint8Array): string {
  const signs = { head: headOf(bytes), names: isZip(bytes) ? namesOf(bytes) : [] };
  const [, problem] = FOREIGN.find(([matches]) => matches(signs)) ?? [];
  if (problem !== undefined) throw new UnreadableFile(problem);
  if (bytes.includes(0)) throw new UnreadableFile(`This is no text. ${SAVE_AS_TEXT}`);
  const text = decodeText(bytes);
  if (text.trim() === '') throw new UnreadableFile('The file is empty');
  return text;
}

export const isXlsx = (bytes: Uint8Array): boolean => isZip(bytes) && namesOf(bytes).includes('xl/workbook.xml');

/** Without a byte order mark and white space before the first characters. */
const headOf = (bytes: Uint8Array) =>
  strFromU8(bytes.subarray(0, 2_000), true)
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart();

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
