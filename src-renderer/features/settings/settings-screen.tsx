import { NavLink, ScrollArea, Stack, Title } from '@mantine/core'
import {
  IconBell,
  IconFlag,
  IconInfoCircle,
  IconLock,
  IconShieldLock,
  IconMailShare,
  IconPalette,
  IconPlugConnected,
  IconRocket,
  IconSend,
  IconTool,
} from '@tabler/icons-react'
import { messages } from '../../../src-shared/messages/messages.ts'
import {
  hrefOf,
  SETTINGS_SECTIONS,
  useRoute,
  type SettingsSection,
  useScreenName,
} from '../../navigation/route.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { FileNamesSection } from '../handout/file-names-section.tsx'
import { SnippetsSection } from '../snippets/snippets-section.tsx'
import { AboutSection } from './about-section.tsx'
import { AlertsSection } from './alerts-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ConnectionSection, RelaySection } from './connection-section.tsx'
import { CreditBoxSection } from './credit-box-section.tsx'
import { LockSection } from './lock-section.tsx'
import { RetentionSection, VaultSection } from './vault-section.tsx'
import { SendingSection } from './sending-section.tsx'
import { AdvancedSections } from './advanced-sections.tsx'
import classes from './settings.module.css'

const ICONS: Record<SettingsSection, typeof IconBell> = {
  connection: IconPlugConnected,
  alerts: IconRocket,
  notifications: IconBell,
  sending: IconSend,
  creditBox: IconFlag,
  vault: IconShieldLock,
  lock: IconLock,
  outgoing: IconMailShare,
  appearance: IconPalette,
  advanced: IconTool,
  about: IconInfoCircle,
}

/** All settings, one section at a time, with an index of the sections. */
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
          const Icon = ICONS[one]
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
          <Section section={section} />
        </Stack>
      </ScrollArea>
    </div>
  )
}

function Section({ section }: { section: SettingsSection }) {
  switch (section) {
    case 'connection':
      return <ConnectionSection />
    case 'alerts':
      return <RelaySection />
    case 'notifications':
      return <AlertsSection />
    case 'sending':
      return <SendingSection />
    case 'creditBox':
      return <CreditBoxSection />
    case 'outgoing':
      return (
        <>
          <FileNamesSection />
          <SnippetsSection />
        </>
      )
    case 'vault':
      return (
        <>
          <VaultSection />
          <RetentionSection />
        </>
      )
    case 'lock':
      return <LockSection />
    case 'appearance':
      return <AppearanceSection />
    case 'advanced':
      return <AdvancedSections />
    case 'about':
      return <AboutSection />
  }
}
