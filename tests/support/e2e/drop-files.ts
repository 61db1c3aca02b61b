import type { Page } from 'playwright-core'

/**
 * Drops real files on the documents panel. The browser gets them through an input element of the test, so that they have paths, like picked
 * files. `before` runs after the page has the files and before it drops them.
 */
export async function dropFiles(
  page: Page,
  paths: string[],
  before: () => Promise<void> = async () => {},
): Promise<void> {
  await page.evaluate(`{
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.id = 'held-files'
    input.hidden = true
    document.body.append(input)
  }`)
  await page.locator('#held-files').setInputFiles(paths)
  await before()
  await page.evaluate(`{
    const input = document.getElementById('held-files')
    const dataTransfer = new DataTransfer()
    for (const file of input.files) dataTransfer.items.add(file)
    const panel = document.querySelector('[data-testid="documents"]')
    panel.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
    panel.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    input.remove()
  }`)
}
