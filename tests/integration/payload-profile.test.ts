import { resultOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import {
  checkPayloadProfile,
  readPayloadProfile,
  resetPayloadProfile,
  savePayloadProfile,
  viewPayloadProfile,
} from '../../src-main/features/form/payload-profile.ts'
import { submitApplication } from '../../src-main/features/submission/submission-commands.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { FormValues } from '../../src-shared/features/deals/deal.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { addDeal, composeApp, openEngine, settled, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { HostPool } from '../support/vault/host-pool.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

/** Returns the standard form with one additional field, as a partner might provide it. */
function ofPartner(version: number) {
  const profile = structuredClone(standardProfile)
  profile.version = version
  profile.sections[0]?.fields?.push({ path: 'application.lead_source', type: 'text', label: 'Lead source' })
  return JSON.stringify(profile)
}

test('a saved profile applies to a draft when the draft is opened, and a reset restores the standard profile', async () => {
  const { context, vault } = await composeApp(cleanup, { start: pool.start })
  const deal_id = await addDeal({ vault })
  const next = standardProfile.version + 1
  const saved = value(await savePayloadProfile(context, ofPartner(next)))
  expect(saved).toMatchObject({ is_standard: false, changes: [{ path: 'application.lead_source' }] })
  expect(value(await viewDeal(context, deal_id)).profile.version).toBe(next)
  // The app reads the same form at its next start.
  expect(value(await readPayloadProfile(vault, context.clock.now())).form.version).toBe(next)

  expect(value(await resetPayloadProfile(context))).toMatchObject({ is_standard: true, changes: [] })
  const back = value(await viewDeal(context, deal_id))
  expect(back.profile.version).toBe(standardProfile.version)
  expect(back.legal_name).toBe('Juniper Bakery LLC')
})

test('a profile that is invalid, or that changes the form without a new version, is refused and not stored', async () => {
  const { context } = await composeApp(cleanup, { start: pool.start })
  const same = ofPartner(standardProfile.version)
  expect(checkPayloadProfile(context, same).problems).toMatchObject([{ path: 'version' }])
  const refused = await resultOf(savePayloadProfile(context, same))
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', fields: [{ path: 'version' }] },
  })
  expect(await resultOf(savePayloadProfile(context, '{}'))).toMatchObject({ ok: false })
  expect(context.form).toBe(standardProfile)
  expect(viewPayloadProfile(context)).toMatchObject({ is_standard: true })
})

test('if the stored profile is unreadable, the standard profile replaces it, but no draft is converted and nothing is sent', async () => {
  const app = await composeApp(cleanup, { start: pool.start })
  const { context, vault } = app
  const deal_id = await addDeal({ vault }, { profile_version: standardProfile.version + 1 })
  value(await vault.commit([{ write: 'set_setting', key: 'payload_profile', value: '{"kind":"old"}' }]))
  const kept = value(await readPayloadProfile(vault, context.clock.now()))
  expect(kept).toEqual({ form: standardProfile, isFormReadable: false })
  // Restores the state that the context has after an app start.
  Object.assign(context, kept)
  expect(viewPayloadProfile(context)).toMatchObject({ is_unreadable: true })

  value(await viewDeal(context, deal_id))
  expect(value(await vault.getDeal(deal_id))?.profile_version).toBe(standardProfile.version + 1)
  expect(await resultOf(submitApplication(context, deal_id))).toMatchObject({
    error: { code: 'SETTINGS_UNREADABLE', outcome: 'not_received' },
  })
  expect(value(await resetPayloadProfile(context))).toMatchObject({ is_unreadable: false })
  value(await viewDeal(context, deal_id))
  value(await submitApplication(context, deal_id))
})

describe('a draft that was entered in another form', () => {
  const lead_source = 'the trade fair'
  /**
   * Creates a draft of the partner's form, in an app that now uses the standard form. One value of the draft has no field in the standard
   * form.
   */
  async function leftBehind(changes: Partial<StoredDeal> = {}) {
    const app = await composeApp(cleanup, { start: pool.start })
    const draft = completeDraft()
    const values = { ...draft, application: { ...(draft['application'] as FormValues), lead_source } }
    const profile_version = standardProfile.version + 1
    const deal_id = await addDeal(app, { values, profile_version, ...changes })
    return { ...app, deal_id }
  }

  test('is not sent until the broker has seen its values that have no field in the current form', async () => {
    const { context, vault, deal_id } = await leftBehind()
    expect(await resultOf(submitApplication(context, deal_id))).toMatchObject({
      error: { code: 'DRAFT_INCOMPLETE', outcome: 'not_received' },
    })
    expect(value(await viewDeal(context, deal_id)).orphans).toMatchObject([{ value: lead_source }])
    value(await submitApplication(context, deal_id))
    expect(value(await vault.getDeal(deal_id))?.state).toBe('queued')
  })

  test('is not sent if the form changed while the draft was queued', async () => {
    const app = await leftBehind()
    const { engine } = await openEngine(app, cleanup)
    const profile = structuredClone(standardProfile)
    app.context.form = Object.assign(profile, { version: standardProfile.version + 1 })
    profile.sections[0]?.fields?.push({ path: 'application.lead_source', type: 'text', label: 'Lead source' })
    value(await submitApplication(app.context, app.deal_id))
    app.context.form = standardProfile
    await settled(app, engine)
    expect(value(await app.vault.getDeal(app.deal_id))).toMatchObject({
      state: 'draft',
      error: { code: 'DRAFT_INCOMPLETE' },
    })
  })
})
