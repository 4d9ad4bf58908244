import type { paths } from '#libs/backoffice-ui/api.gen.ts';

export type ReadFormat = NonNullable<
  NonNullable<paths['/quizzes/question-reading']['post']['parameters']['query']>['format']
>;
export type WrittenFormat = NonNullable<
  NonNullable<paths['/quizzes/{id}/export']['get']['parameters']['query']>['format']
>;

interface QuestionFormat {
  label: string;
  tab: string;
  /** What the file input offers. */
  accept: string;
  /** An example file to download. */
  template?: string;
  /** Whether its lines are markup, which the report does not show. */
  isMarkup?: boolean;
  /** Leaves out parts of a file that is too large. */
  shorten?: (text: string) => string;
}

/** Formats of the questions of one quiz. */
export const QUESTION_FORMATS: Record<ReadFormat, QuestionFormat> = {
  gift: { label: 'GIFT', tab: 'GIFT (Moodle)', accept: '.gift,.txt,text/plain' },
  'moodle-xml': {
    label: 'Moodle XML',
    tab: 'Moodle XML',
    accept: '.xml,text/xml,application/xml',
    isMarkup: true,
    // Contents of attached images.
    shorten: (text) => text.replace(/(<file\b[^<>]*>)[^<]+/g, '$1'),
  },
  aiken: { label: 'Aiken', tab: 'Aiken (Moodle)', accept: '.txt,text/plain' },
  csv: {
    label: 'CSV or Excel',
    tab: 'CSV, Excel',
    accept: '.csv,.tsv,.xlsx,text/csv',
    template:
      'question,answer1,answer2,answer3,answer4,correct,explanation\r\n' +
      'What is the capital of Australia?,Canberra,Sydney,Melbourne,,1,It was founded as a compromise between Sydney and Melbourne.\r\n' +
      'Which of these are Baltic states?,Estonia,Finland,Latvia,Poland,1 3,\r\n',
  },
};

export const READ_FORMATS = Object.keys(QUESTION_FORMATS) as ReadFormat[];

/** Formats of an exported quiz, as the menu names them. */
export const EXPORT_FORMATS: Record<WrittenFormat, string> = {
  jsonl: 'JSON line',
  gift: 'GIFT',
  'moodle-xml': 'Moodle XML',
};
