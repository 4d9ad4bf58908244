import { escapeHtml, NOT_IN_FILES, toPreformatted } from '../text/preformatted.js';
import type { Answer, Question, QuestionSet } from '../question.js';

/** An image that a file takes along. */
interface ImageFile {
  /** Of letters, digits and dots. */
  name: string;
  content: Buffer;
}

/** Returns the image of an address; undefined if the file cannot take it along. */
export type ImageReader = (url: string) => Promise<ImageFile | undefined>;

/**
 * Writes the questions of a quiz in Moodle XML (https://docs.moodle.org/en/Moodle_XML_format), in a category with the title
 * of the quiz, with the same texts. Images of other hosts keep their addresses.
 *
 * Players choose one answer, and each correct one gives the point: a single choice in which each correct answer has the
 * fraction 100.
 * @returns the file in parts, one for each question
 */
export async function* writeMoodle({ title, questions }: QuestionSet, readImage: ImageReader): AsyncGenerator<string> {
  // A slash separates categories, two of them are one in a name.
  const category = `$course$/top/${title.replace(/\s+/g, ' ').replaceAll('/', '//')}`;
  yield `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category">
    <category>
      ${textElement(category)}
    </category>
  </question>
`;
  for (const question of questions) {
    const { imageUrl } = question;
    yield writeQuestion(question, imageUrl === null ? undefined : await readImage(imageUrl));
  }
  yield '</quiz>\n';
}

function writeQuestion({ text, imageUrl, answers, explanation }: Question, image: ImageFile | undefined): string {
  const src = image === undefined ? imageUrl : `@@PLUGINFILE@@/${image.name}`;
  return `  <question type="multichoice">
    <name>
      ${textElement(nameOf(text))}
    </name>
    <questiontext format="${src === null ? formatOf(text) : 'html'}">
      ${src === null ? formatted(text) : textElement(withImage(text, src))}
${image === undefined ? '' : writeFile(image)}    </questiontext>
${explanation === undefined ? '' : writeExplanation(explanation)}    <defaultgrade>1.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>abc</answernumbering>
${answers.map(writeAnswer).join('')}  </question>
`;
}

const withImage = (text: string, src: string) => `${toPreformatted(text)}<p><img src="${escapeHtml(src)}" alt=""></p>`;

const writeFile = ({ name, content }: ImageFile) =>
  `      <file name="${name}" path="/" encoding="base64">${content.toString('base64')}</file>\n`;

const writeExplanation = (text: string) =>
  `    <generalfeedback format="${formatOf(text)}">
      ${formatted(text)}
    </generalfeedback>
`;

const writeAnswer = ({ text, isCorrect }: Answer) =>
  `    <answer fraction="${isCorrect ? 100 : 0}" format="${formatOf(text)}">
      ${formatted(text)}
    </answer>
`;

/** Moodle trims texts. */
const formatOf = (text: string) => (text === text.trim() && text.search(NOT_IN_FILES) === -1 ? 'plain_text' : 'html');

const formatted = (text: string) => textElement(formatOf(text) === 'html' ? toPreformatted(text) : text);

/** Moodle requires a name. */
const nameOf = (text: string) => [...text.replace(/\s+/g, ' ').trim()].slice(0, 80).join('');

function textElement(text: string): string {
  const valid = text.replace(NOT_IN_FILES, '');
  return `<text>${/[<>&]/.test(valid) ? `<![CDATA[${valid.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : valid}</text>`;
}
