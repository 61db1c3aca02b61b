import type { Page } from 'playwright-core'

/**
 * Drops files from the disk on the documents panel, or on the pipeline if no deal is open. A hidden file input of the test first gets the files, because only files from an input
 * have paths, like files that a broker drops. `before` runs after the input has the files and before the drop.
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
    const panel = document.querySelector('[data-testid="documents"]') ?? document.body
    panel.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
    panel.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    input.remove()
  }`)
}
