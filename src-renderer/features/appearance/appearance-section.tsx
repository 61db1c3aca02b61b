import { Input, Slider, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import type { AppearanceSettings } from '../../../src-shared/features/appearance/appearance.ts'
import { LANGUAGES, messages } from '../../../src-shared/platform/texts/messages.ts'
import { changeAppearance, useAppearance } from '../../platform/page/appearance-store.ts'
import { formatShare } from '../../platform/ui/formats.ts'
import { Hint, LabelledSegments } from '../../platform/ui/parts.tsx'
import { SettingsSection } from '../../platform/ui/settings-rows.tsx'

export function AppearanceSection() {
  const { language, single_keys } = useAppearance((state) => state.settings)
  const text = messages().shell
  const languages = [['system', messages().shell.colors.system] as const, ...Object.entries(LANGUAGES)]
  return (
    <SettingsSection
      id="appearance"
      title={text.sections.appearance}
      rows={[
        { content: <Colors /> },
        {
          choice: text.languageLabel,
          value: language,
          options: languages,
          set: (chosen) =>
            void changeAppearance(() => ({ language: chosen as AppearanceSettings['language'] })),
        },
        { content: <Zoom /> },
        {
          switch: text.singleKeys,
          hint: text.singleKeysHint,
          value: single_keys,
          set: (on) => void changeAppearance(() => ({ single_keys: on })),
        },
        { content: <Hint size="sm">{text.motionNote}</Hint> },
      ]}
    />
  )
}

function Colors() {
  const color_scheme = useAppearance((state) => state.settings.color_scheme)
  const { colors, colorsLabel } = messages().shell
  return (
    <LabelledSegments
      label={colorsLabel}
      value={color_scheme}
      onChange={(chosen) => void changeAppearance(() => ({ color_scheme: chosen }))}
      data={[
        { value: 'auto', label: colors.system },
        { value: 'light', label: colors.light },
        { value: 'dark', label: colors.dark },
      ]}
    />
  )
}

const ZOOMS = [80, 100, 125, 150, 175, 200]

/** Sets the zoom after the slider was dragged, because zooming the page would move the slider away from the pointer. */
function Zoom() {
  const zoom = useAppearance((state) => state.settings.zoom)
  const [dragged, setDragged] = useState<number | null>(null)
  const { zoomLabel, zoomHint } = messages().shell
  const id = useId()
  return (
    <Stack gap={4}>
      <Input.Label labelElement="div" id={id}>
        {zoomLabel}
      </Input.Label>
      <Slider
        w={420}
        maw="100%"
        mb="lg"
        // The gray of the UI kit does not reach the contrast of 4.5 : 1.
        styles={{ markLabel: { color: 'var(--mantine-color-dimmed)' } }}
        aria-labelledby={id}
        thumbProps={{ 'aria-labelledby': id }}
        value={dragged ?? zoom}
        onChange={setDragged}
        onChangeEnd={(chosen) => {
          setDragged(null)
          void changeAppearance(() => ({ zoom: chosen }))
        }}
        min={80}
        max={200}
        step={5}
        label={(value) => formatShare(value / 100)}
        marks={ZOOMS.map((value) => ({ value, label: formatShare(value / 100) }))}
      />
      <Hint>{zoomHint}</Hint>
    </Stack>
  )
}
