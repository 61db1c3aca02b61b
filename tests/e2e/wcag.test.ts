import { describe, expect, it } from 'vitest'
import { setUp } from '../../build/demo/journey.ts'
import { makeDraft } from '../gallery/ipc.ts'
import type { Act, Scene } from '../gallery/scene.ts'
import { ACTS } from '../gallery/scenes.ts'
import { hiddenByZoom, longMotions, obscuredStops, smallTargets } from './support/wcag-checks.ts'
import { TestOffice } from './support/office.ts'

// What axe cannot see of WCAG 2.2 AA, asked of the same screens as axe is.

/** Checks each scene of an act as it stands, in one office. */
async function findings(
  open: () => Promise<Act>,
  isMeant: (scene: Scene) => boolean,
  check: (office: TestOffice, scene: Scene) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const { office, scenes } = await open()
  const found: Record<string, string[]> = {}
  try {
    office.page.setDefaultTimeout(20_000)
    await office.page.emulateMedia({ reducedMotion: 'reduce' })
    for (const scene of scenes) {
      // One screen after another, as they lead to each other.
      // oxlint-disable no-await-in-loop
      await scene.show()
      if (!isMeant(scene)) continue
      await office.page.waitForTimeout(150)
      const here = await check(office, scene)
      if (here.length > 0) found[`${scene.name}, ${scene.state}`] = here
      // oxlint-enable no-await-in-loop
    }
  } finally {
    await office.close()
  }
  return found
}

/** The screens on which much scrolls below bars that stay. */
const WITH_BARS = new Set(['pipeline', 'deal', 'deal-draft', 'settings'])

describe('what axe cannot see', { timeout: 200_000 }, () => {
  it.each(['first-run', 'new-office'])('targets, focus, size and motion: %s', async (act) => {
    const found = await findings(
      ACTS[act] as () => Promise<Act>,
      () => true,
      async (office, { name, state }) => [
        ...(await smallTargets(office.page)),
        ...(await longMotions(office.page)),
        ...(state !== 'failing' && WITH_BARS.has(name) ? await obscuredStops(office.page) : []),
        ...(await hiddenByZoom(office)),
      ],
    )
    expect(found).toEqual({})
  })

  it('secrets can be pasted, and are told to a password manager; a column is resized without dragging', async () => {
    const office = await TestOffice.open()
    try {
      const { page, sandbox, relay } = office
      const secret = page.getByRole('textbox', { name: 'Client secret' })
      expect(await secret.getAttribute('autocomplete')).toBe('current-password')
      await office.app.application.evaluate(({ clipboard }) => clipboard.writeText('pasted secret'))
      await secret.press('Control+v')
      expect(await secret.inputValue()).toBe('pasted secret')
      await setUp(page, sandbox, relay)

      await makeDraft(page, { 'company.legal_name': 'Juniper Bakery LLC' })
      await page.getByRole('row', { name: /Juniper Bakery LLC/ }).waitFor()
      const edges = page.getByRole('grid', { name: 'Deals' }).getByRole('separator')
      const edge = edges.nth(1)
      const width = async () => Number(await edge.getAttribute('aria-valuenow'))
      const before = await width()
      await edge.press('ArrowRight')
      await expect.poll(width).toBeGreaterThan(before)
      await edge.dblclick()
      await expect.poll(width).not.toBe(before + 16)
    } finally {
      await office.close()
    }
  })
})
