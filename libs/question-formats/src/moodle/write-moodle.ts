import { NOT_IN_FILES, toPreformatted } from '../text/preformatted.js';
import type { Answer, Question, QuestionSet } from '../question.js';

/**
 * Writes the questions of a quiz in Moodle XML (https://docs.moodle.org/en/Moodle_XML_format), in a category with the title
 * of the quiz, with the same texts. Addresses of images become comments.
 *
 * Players choose one answer, and each correct one gives the point: a single choice in which each correct answer has the
 * fraction 100.
 */
export function writeMoodle({ title, questions }: QuestionSet): string {
  // A slash separates categories, two of them are one in a name.
  const category = `$course$/top/${title.replace(/\s+/g, ' ').replaceAll('/', '//')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category">
    <category>
      ${textElement(category)}
    </category>
  </question>
${questions.map(writeQuestion).join('')}</quiz>
`;
}

function writeQuestion({ text, imageUrl, answers, explanation }: Question): string {
  // Two hyphens would end the comment.
  const image = imageUrl === null ? '' : `  <!-- image: ${imageUrl.replace(/-(?=-|$)/g, '%2D')} -->\n`;
  return `${image}  <question type="multichoice">
    <name>
      ${textElement(nameOf(text))}
    </name>
    <questiontext format="${formatOf(text)}">
      ${formatted(text)}
    </questiontext>
${explanation === undefined ? '' : writeExplanation(explanation)}    <defaultgrade>1.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>abc</answernumbering>
${answers.map(writeAnswer).join('')}  </question>
`;
}

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
