import { Paper, SegmentedControl, Stack, Text, Title, useMantineColorScheme } from '@mantine/core'
import { words } from '../../../src-shared/messages/messages.ts'

/** How the windows look. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { sections, colors, colorsLabel } = words().shell
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="appearance-title">
      <Title order={2} id="appearance-title" mb="sm">
        {sections.appearance}
      </Title>
      <Stack gap={4}>
        <Text size="sm" fw={500} id="colors-label">
          {colorsLabel}
        </Text>
        <SegmentedControl
          w="fit-content"
          aria-labelledby="colors-label"
          value={colorScheme}
          onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
          data={[
            { value: 'light', label: colors.light },
            { value: 'dark', label: colors.dark },
            { value: 'auto', label: colors.system },
          ]}
        />
      </Stack>
    </Paper>
  )
}
