import { strToU8, zipSync } from 'fflate';
import { UnreadableFile } from './unreadable-file.js';
import { textOf } from './upload.js';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const archive = (name: string) => zipSync({ [name]: strToU8('<a/>') });

describe('textOf', () => {
  it('returns the text of bytes in UTF-8 or Windows-1252', () => {
    expect(textOf(Buffer.from('é'))).toBe('é');
    expect(textOf(bytesOf('\xE9 \x80'))).toBe('é €');
  });

  it.each([
    ['UTF-16', bytesOf('\xFF\xFEa\0'), 'UTF-16. Save it in UTF-8'],
    ['UTF-16 of the other order', bytesOf('\xFE\xFF\0a'), 'UTF-16. Save it in UTF-8'],
    ['gzip', bytesOf('\x1F\x8B\x08\0'), 'a backup of Moodle (.mbz). In Moodle, open the question bank'],
    ['PDF', bytesOf('%PDF-1.7\0'), 'a PDF document'],
    ['.xls', bytesOf('\xD0\xCF\x11\xE0\0'), 'an old version of Excel'],
    ['.xlsx', archive('xl/workbook.xml'), 'an Excel file (.xlsx)'],
    ['Word', archive('word/document.xml'), 'a Word document'],
    ['a backup', archive('moodle_backup.xml'), 'a backup of Moodle. In Moodle'],
    ['a package of QTI', archive('imsmanifest.xml'), 'This is QTI'],
    ['another archive', archive('a.txt'), 'a ZIP archive. Unpack it'],
    ['a damaged archive', bytesOf('PK\x03\x04\0'), 'a damaged ZIP archive'],
    ['white space', bytesOf('\xEF\xBB\xBF \n'), 'The file is empty'],
    ['an image', bytesOf('\x89PNG\0'), 'This is no text'],
  ])('names %s, and says what to do', (_, file, message) => {
    expect(() => textOf(file)).toThrow(UnreadableFile);
    expect(() => textOf(file)).toThrow(message);
  });

  it.each([
    ['<?xml version="1.0"?>\n<questestinterop>', 'This is QTI'],
    ['<imsqti:assessmentItem>', 'This is QTI'],
    ['<moodle_backup>', 'a part of a backup of Moodle'],
  ])('names documents of other XML formats: %j', (text, message) => {
    expect(() => textOf(Buffer.from(text))).toThrow(message);
    expect(textOf(Buffer.from(`Which element begins QTI? ${text}`))).toContain(text);
  });
});
