import { Button, Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'

/** What stands where there is nothing to show yet, what will come there, and where it comes from. */
export function NothingYet({ icon: Icon, title, text }: { icon: TablerIcon; title: string; text: string }) {
  return (
    <Stack align="center" gap={4} py="xl">
      <Icon size={28} aria-hidden="true" />
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={440}>
        {text}
      </Text>
      <Button component="a" href={hrefOf({ screen: 'pipeline' })} variant="default" mt="sm">
        {messages().common.goToPipeline}
      </Button>
    </Stack>
  )
}
