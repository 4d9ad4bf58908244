import type { QuestionBody, QuizBody } from '../quiz.dto.js';

/** Characters that XML 1.0 cannot contain. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * Writes the questions of a quiz in Moodle XML (https://docs.moodle.org/en/Moodle_XML_format), in a category with the title
 * of the quiz. Texts are plain and lose white space at their ends; addresses of images become comments.
 *
 * Players choose one answer, and each correct one gives the point: a single choice in which each correct answer has the
 * fraction 100.
 */
export function writeMoodle({ title, questions }: Pick<QuizBody, 'title' | 'questions'>): string {
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

function writeQuestion({ text, imageUrl, answers }: QuestionBody): string {
  // Two hyphens would end the comment.
  const image = imageUrl === null ? '' : `  <!-- image: ${imageUrl.replace(/-(?=-|$)/g, '%2D')} -->\n`;
  return `${image}  <question type="multichoice">
    <name>
      ${textElement(nameOf(text))}
    </name>
    <questiontext format="plain_text">
      ${textElement(text)}
    </questiontext>
    <defaultgrade>1.0000000</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>abc</answernumbering>
${answers.map(writeAnswer).join('')}  </question>
`;
}

const writeAnswer = ({ text, isCorrect }: QuestionBody['answers'][number]) =>
  `    <answer fraction="${isCorrect ? 100 : 0}" format="plain_text">
      ${textElement(text)}
    </answer>
`;

/** Moodle requires a name. */
const nameOf = (text: string) => [...text.replace(/\s+/g, ' ').trim()].slice(0, 80).join('');

function textElement(text: string): string {
  const valid = text.trim().replace(NOT_IN_XML, '\uFFFD').replace(/\r\n?/g, '\n');
  return `<text>${/[<>&]/.test(valid) ? `<![CDATA[${valid.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : valid}</text>`;
}
