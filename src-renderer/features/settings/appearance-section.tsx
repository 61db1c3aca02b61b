import { Input, Paper, SegmentedControl, Select, Slider, Stack, Switch, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { AppearanceSettings } from '../../../src-shared/domain/appearance.ts'
import { LANGUAGES, messages } from '../../../src-shared/messages/messages.ts'
import classes from './settings.module.css'
import { changeAppearance, useAppearance } from '../../stores/appearance-store.ts'

const ZOOMS = [80, 100, 125, 150, 175, 200]

/** Appearance and language of the windows. Each choice applies immediately in every window. */
export function AppearanceSection() {
  const { language, color_scheme, zoom, single_keys } = useAppearance((state) => state.settings)
  const text = messages().shell
  const { sections, colors, colorsLabel, languageLabel, asSystem, zoomLabel, zoomHint, motionNote } = text
  const colorsId = useId()
  const zoomId = useId()
  /**
   * The value of the zoom slider during a drag. Apply the zoom only after the drag, because zooming the page would move the slider away
   * from the pointer.
   */
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="appearance-title">
      <Title order={2} id="appearance-title" mb="sm">
        {sections.appearance}
      </Title>
      <Stack gap="lg">
        <Stack gap={4}>
          <Input.Label labelElement="div" id={colorsId}>
            {colorsLabel}
          </Input.Label>
          <SegmentedControl
            w="fit-content"
            aria-labelledby={colorsId}
            value={color_scheme}
            onChange={(chosen) => void changeAppearance(() => ({ color_scheme: chosen }))}
            data={[
              { value: 'auto', label: colors.system },
              { value: 'light', label: colors.light },
              { value: 'dark', label: colors.dark },
            ]}
          />
        </Stack>
        <Select
          label={languageLabel}
          w={260}
          allowDeselect={false}
          value={language}
          onChange={(chosen) =>
            chosen !== null &&
            void changeAppearance(() => ({ language: chosen as AppearanceSettings['language'] }))
          }
          data={[
            { value: 'system', label: asSystem },
            ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Stack gap={4}>
          <Input.Label labelElement="div" id={zoomId}>
            {zoomLabel}
          </Input.Label>
          <Slider
            w={420}
            maw="100%"
            mb="lg"
            classNames={{ markLabel: classes.mark }}
            aria-labelledby={zoomId}
            thumbProps={{ 'aria-labelledby': zoomId }}
            value={dragged ?? zoom}
            onChange={setDragged}
            onChangeEnd={(chosen) => {
              setDragged(null)
              void changeAppearance(() => ({ zoom: chosen }))
            }}
            min={80}
            max={200}
            step={5}
            label={(value) => `${value} %`}
            marks={ZOOMS.map((value) => ({ value, label: `${value} %` }))}
          />
          <Text size="xs" c="dimmed">
            {zoomHint}
          </Text>
        </Stack>
        <Switch
          label={text.singleKeys}
          description={text.singleKeysHint}
          checked={single_keys}
          onChange={({ currentTarget: { checked } }) =>
            void changeAppearance(() => ({ single_keys: checked }))
          }
        />
        <Text size="sm" c="dimmed">
          {motionNote}
        </Text>
      </Stack>
    </Paper>
  )
}
