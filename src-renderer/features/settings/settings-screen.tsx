import { NavLink, ScrollArea, Stack, Title } from '@mantine/core'
import {
  IconBell,
  IconFlag,
  IconInfoCircle,
  IconLock,
  IconMailShare,
  IconPalette,
  IconPlugConnected,
  IconRocket,
  IconSend,
  IconShieldLock,
  IconTool,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { countEntry } from '../../../src-shared/platform/entry/number-entry.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import {
  hrefOf,
  SETTINGS_SECTIONS,
  useRoute,
  useScreenName,
  type SettingsSection as SectionName,
} from '../../platform/navigation/route.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { sendingOf, useUnsaved, type Sending } from '../../platform/page/unsaved-store.ts'
import { NotLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { FileNamesSection } from '../handout/file-names-section.tsx'
import { SnippetsSection } from '../snippets/snippets-section.tsx'
import { AboutSection } from '../updates/about-section.tsx'
import { AdvancedSections } from './advanced-sections.tsx'
import { AlertsSection } from '../today/alerts-section.tsx'
import { AppearanceSection } from '../appearance/appearance-section.tsx'
import { ConnectionSection, RelaySection } from '../connection/connection-section.tsx'
import { CreditBoxSection } from '../credit-box/credit-box-section.tsx'
import { LockSection } from '../lock/lock-section.tsx'
import { NumbersForm, SettingsSection } from '../../platform/ui/settings-rows.tsx'
import classes from './settings.module.css'
import { RetentionSection, VaultSection } from '../backup/vault-section.tsx'

const SECTIONS: Record<SectionName, { icon: typeof IconBell; parts: readonly ComponentType[] }> = {
  connection: { icon: IconPlugConnected, parts: [ConnectionSection] },
  alerts: { icon: IconRocket, parts: [RelaySection] },
  notifications: { icon: IconBell, parts: [AlertsSection] },
  sending: { icon: IconSend, parts: [SendingSection] },
  creditBox: { icon: IconFlag, parts: [CreditBoxSection] },
  vault: { icon: IconShieldLock, parts: [VaultSection, RetentionSection] },
  lock: { icon: IconLock, parts: [LockSection] },
  outgoing: { icon: IconMailShare, parts: [FileNamesSection, SnippetsSection] },
  appearance: { icon: IconPalette, parts: [AppearanceSection] },
  advanced: { icon: IconTool, parts: [AdvancedSections] },
  about: { icon: IconInfoCircle, parts: [AboutSection] },
}

export function SettingsScreen() {
  const route = useRoute()
  const section = (route.screen === 'settings' ? route.section : undefined) ?? 'connection'
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const { settings, sections } = messages().shell
  useScreenName(`${settings}: ${sections[section]}`)
  if (environment === null) return null
  return (
    <div className={classes.screen}>
      <nav className={classes.index} aria-label={messages().shell.sectionsOfSettings}>
        <Title order={1} className={classes.title}>
          {settings}
        </Title>
        {SETTINGS_SECTIONS.map((one) => {
          const { icon: Icon } = SECTIONS[one]
          return (
            <NavLink
              key={one}
              href={hrefOf({ screen: 'settings', section: one })}
              label={sections[one]}
              leftSection={<Icon size={16} />}
              active={one === section}
              aria-current={one === section ? 'page' : undefined}
            />
          )
        })}
      </nav>
      <ScrollArea h="100%" key={section} className={classes.section}>
        <Stack className="page" gap="md" key={environment.environment}>
          {SECTIONS[section].parts.map((Part, at) => (
            <Part key={at} />
          ))}
        </Stack>
      </ScrollArea>
    </div>
  )
}

const SECONDS = countEntry({ from: 0, to: 600 })
const DAYS = countEntry({ from: 0, to: 3_650 })

/**
 * Settings of submissions: the seconds in which the broker can undo a submission, and the days for which the app warns about duplicates.
 */
function SendingSection() {
  const loaded = useLoaded(() => call('submission.settings', {}))
  const saved = loaded.value && sendingOf(loaded.value)
  const form = useUnsaved<Sending>('sending', saved ?? { undo: '', days: '' }, saved)
  const text = messages().settings
  async function save({ undo, days }: Sending) {
    const sent = { undo_seconds: Number(undo), duplicate_days: Number(days) }
    const kept = await call('submission.save_settings', sent)
    if (kept.ok) loaded.put(kept.value)
    return kept
  }
  return (
    <SettingsSection id="sending" title={messages().shell.sections.sending} about={text.sendingWhat}>
      {/* Show the fields only after the settings are loaded. Otherwise, the loaded values would overwrite text that the broker already
          typed. */}
      {saved === null ? (
        <NotLoaded of={loaded} lines={1} height={60} />
      ) : (
        <NumbersForm
          form={form}
          numbers={[
            { key: 'undo', label: text.undoSeconds, entry: SECONDS, width: 160 },
            { key: 'days', label: text.duplicateDays, entry: DAYS, width: 220 },
          ]}
          saveLabel={messages().common.save}
          savedText={text.savedForNext}
          save={save}
        />
      )}
    </SettingsSection>
  )
}
