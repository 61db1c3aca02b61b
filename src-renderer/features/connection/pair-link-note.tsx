import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconLink } from '@tabler/icons-react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useDemo } from '../../platform/page/server-stores.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { discardPairLink, usePairLink } from './pair-link-store.ts'

/**
 * Shows the pairing link that the broker opened: the host of its relay, so that the broker can refuse the relay of a stranger, or why the
 * app refuses the link. Renders nothing if there is no link. With `isLater`, the form for the link follows in a later step.
 */
export function PairLinkNote({ isLater = false }: { isLater?: boolean }) {
  const link = usePairLink((state) => state.link)
  if (link === null) return null
  const text = messages().setup.relay.link
  const isRefused = 'problem' in link
  return (
    <Alert
      color={isRefused ? 'red' : 'orange'}
      icon={isRefused ? <IconAlertTriangle size={18} /> : <IconLink size={18} />}
      title={isRefused ? text.refused : text.title}
      role="alert"
      ref={showWhole}
      key={JSON.stringify(link)}
      mb={isLater ? 'md' : 0}
      data-pair-link={isRefused ? link.problem : 'invitation'}
    >
      {isRefused ? (
        <Text>{`${text.problems[link.problem]} ${text.askNew}`}</Text>
      ) : (
        <Invitation url={link.invitation.url} isLater={isLater} />
      )}
      <Group mt="xs">
        <Button size="xs" onClick={discardPairLink}>
          {text.discard}
        </Button>
      </Group>
    </Alert>
  )
}

function Invitation({ url, isLater }: { url: string; isLater: boolean }) {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const isDemo = useDemo((state) => state.value.running)
  const paired = environment?.relay_paired === true && !isDemo ? environment.relay_url : null
  const text = messages().setup.relay.link
  return (
    <Stack gap={6}>
      <Text size="md" fz="xl" fw={700} data-relay-host style={{ overflowWrap: 'anywhere' }}>
        {hostOf(url)}
      </Text>
      <Text>{text.about}</Text>
      {paired !== null && <Text fw={600}>{paired === url ? text.again : text.replaces(hostOf(paired))}</Text>}
      {isDemo && <Text>{text.inDemo}</Text>}
      {isLater && !isDemo && <Text>{text.later}</Text>}
    </Stack>
  )
}

/** Scrolls to a new note, so that it is visible before the broker can click the button, also in a small window. */
const showWhole = (note: HTMLDivElement | null) => note?.scrollIntoView({ block: 'center' })

/** Returns the host and port of an address without parsing it, because a stored address may be in any form. */
const hostOf = (url: string) => url.slice(url.indexOf('//') + 2)
