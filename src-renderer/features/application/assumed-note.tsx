import { Anchor, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { hrefOf } from '../../navigation/route.ts'
import classes from './application.module.css'

/** Says once, and quietly, that the fields are a choice of the profile: the service's documentation does not show them. */
export function AssumedNote({ profile }: { profile: PayloadProfile }) {
  if (profile.assumed.length === 0) return null
  const said = messages().application
  return (
    <Popover width={300} position="right-start" withArrow transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <UnstyledButton className={classes.assumed}>
          <IconInfoCircle size={14} aria-hidden="true" /> {said.assumedFields}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{said.assumedText(profile.title, profile.version)}</Text>
        <Anchor size="sm" href={hrefOf({ screen: 'settings', section: 'service' })}>
          {said.assumedWhere}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  )
}
