import { repeatUntilShown, openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: the editor decides when it ticks the steps of a walkthrough.

const steps = {
  connect: 'Connect to your platform',
  bind: 'Bind your folders',
  watch: 'Watch the quality gate',
  agents: 'Set up agent hooks',
} as const;
type Step = keyof typeof steps;

const boxIn = (window: UiWindow, step: Step, checked: boolean) =>
  window.page.getByRole('checkbox', { name: steps[step], checked });

scenario('the walkthrough', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    const editor = await keep(openEditor());
    const folder = editor.folder('demo', boundTo('demo'));
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window);
  });

  const box = (step: Step, checked: boolean) => boxIn(window, step, checked);
  const title = (step: Step) => window.page.locator('.step-title:visible').filter({ hasText: steps[step] });

  it('ticks no step because the user looks at it', async () => {
    // The editor may not have read the walkthroughs of extensions yet.
    await repeatUntilShown(box('connect', false), () => window.command('Service: Get Started'), 5000);
    for (const step of Object.keys(steps) as Step[]) {
      await title(step).click();
      await window.page
        .locator('.getting-started-step.expanded')
        .filter({ has: title(step) })
        .waitFor();
    }
    for (const step of Object.keys(steps) as Step[]) await box(step, false).waitFor();
    await window.screenshot('walkthrough');
  });

  it('ticks a step as soon as it is done', async () => {
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Demo Project/);
    await box('connect', true).waitFor();
    await box('bind', true).waitFor();
    await box('watch', false).waitFor();
    await window.command('Service: Show Quality Gate of Current Folder');
    await view.atStep('Quality gate of Demo Project');
    await window.page.keyboard.press('Escape');
    await box('watch', true).waitFor();
    await box('agents', false).waitFor();
    await window.screenshot('walkthrough-done');
  });
});

scenario('the walkthrough that the editor first opens after connecting', ({ keep }) =>
  it('has its ticks at once', async () => {
    const platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    const editor = await keep(openEditor());
    const window = await editor.openWindow({ folder: editor.folder('demo', boundTo('demo')) });
    const view = await ServiceView.in(window, platform);
    await view.waitForRow(/^Demo Project/);
    await window.command('Welcome: Open Walkthrough...');
    await window.quickInputBox.fill('Service');
    await window.takeFirst(/Service/);
    await boxIn(window, 'connect', true).waitFor();
    await boxIn(window, 'bind', true).waitFor();
    await boxIn(window, 'watch', false).waitFor();
  }),
);
