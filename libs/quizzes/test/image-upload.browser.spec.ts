import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { type Quiz, quizBody } from '../../../test/support/factories.js';
import { JPEG, png } from '../../../test/support/images.js';
import { QuizForm } from '../../../test/support/quiz-form.js';

const file = (buffer: Buffer, name = 'map.png') => ({ name, mimeType: 'image/png', buffer });

/** A file that takes too long is rejected before the deadline of its request. */
const SLOW_MACHINE = { REQUEST_DEADLINE_MS: '55000' };

describePages(
  'images in the quiz editor',
  (site) => {
    it('an author uploads an image by keyboard and another one by dropping it, sees each at once, and stores it with the quiz', async () => {
      const quiz = await site.service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(1));
      const page = await site.browser.visit(`/quizzes/${quiz.id}`);
      const cover = page.getByLabel('Cover image', { exact: true });
      const choosing = page.waitForEvent('filechooser');
      const button = page.getByRole('button', { name: 'Upload an image: Cover image' });
      await button.focus();
      await page.keyboard.press('Enter');
      await (await choosing).setFiles(file(png({ width: 600, height: 200 })));
      await page.getByRole('img', { name: 'The image at this address' }).waitFor();
      await expectAccessible(page);
      const coverUrl = await cover.inputValue();

      await new QuizForm(page).open(1);
      const image = page.getByLabel('Image', { exact: true });
      const dataTransfer = await page.evaluateHandle(`{
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob('${JPEG.toString('base64')}'), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
      transfer;
    }`);
      await image.dispatchEvent('drop', { dataTransfer });
      await page.locator('img[src$=".jpeg"]').waitFor();
      const imageUrl = await image.inputValue();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await page.getByRole('dialog').locator('img[src$=".jpeg"]').waitFor();
      await page.getByRole('button', { name: 'Close the preview' }).click();
      await new QuizForm(page).save();
      const saved = await site.service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`);
      expect([saved.heroImageUrl, saved.questions[0]?.imageUrl]).toEqual([coverUrl, imageUrl]);
    });

    it('an author reads why an image is rejected', async () => {
      const page = await site.browser.visit('/quizzes/new');
      const choose = async (buffer: Buffer) => {
        const choosing = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Upload an image: Cover image' }).click();
        await (await choosing).setFiles(file(buffer));
      };
      await choose(Buffer.from('<svg/>'));
      await page.getByRole('alert').filter({ hasText: 'The file is not an image in PNG, JPEG, WebP or GIF' }).waitFor();
      await expectAccessible(page);
      await choose(Buffer.alloc(2_300_000));
      await page
        .getByRole('alert')
        .filter({ hasText: 'The file has 2.3 MB, and up to 2 MB can be read. Save it in a smaller size' })
        .waitFor();
      await choose(png());
      await page.getByRole('img', { name: 'The image at this address' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('an author imports a question with its image from Moodle XML, and reads that its alternative text is lost', async () => {
      const page = await site.browser.visit('/quizzes/import?format=moodle-xml');
      // On a slow machine the form of the test before has stored a draft, which a new quiz offers.
      await page.evaluate('localStorage.clear()');
      const xml = `<quiz><question type="multichoice"><questiontext format="html"><text>&lt;p&gt;Which?&lt;img src="@@PLUGINFILE@@/a.png" alt="A map"&gt;&lt;/p&gt;</text>
      <file name="a.png" path="/" encoding="base64">${png().toString('base64')}</file>
      <file name="unused.png" path="/" encoding="base64">${'A'.repeat(4_500_000)}</file></questiontext>
      <answer fraction="100"><text>b</text></answer><answer fraction="0"><text>c</text></answer></question></quiz>`;
      const choosing = page.waitForEvent('filechooser');
      await page.getByLabel('Moodle XML file', { exact: true }).click();
      await (await choosing).setFiles({ name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
      await page.getByRole('button', { name: 'Read questions' }).click();
      await page.getByText('alternative texts of images (line 1)').waitFor();
      await page.getByRole('button', { name: 'Create quiz with the readable question' }).click();
      await page.getByRole('button', { name: 'Create quiz', exact: true }).click();
      await page.getByText('All changes are saved.').waitFor();
      const [shown] = (await site.service.backoffice.call<Quiz>('GET', `/quizzes/${page.url().split('/').at(-1)}`))
        .questions;
      expect(shown?.imageUrl).toMatch(new RegExp(`^${site.service.url}/images/[0-9a-f]{64}\\.png$`));
    });
  },
  SLOW_MACHINE,
);
