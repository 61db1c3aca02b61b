import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, type CSSProperties } from 'react'
import type { FormValue } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import type {
  ProfileField,
  ProfileList,
  ProfileSection,
} from '../../../src-shared/profile/payload-profile.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { SectionMarks } from '../credit-box/credit-box-marks.tsx'
import classes from './application.module.css'
import { CopyOffer } from './copy-offer.tsx'
import { FieldInput } from './field-input.tsx'
import { ShareSum } from './share-sum.tsx'

/** The application as the payload profile draws it. */
export const ApplicationForm = memo(function ApplicationForm({ readOnly }: { readOnly: boolean }) {
  const profile = useEnvironment((state) => state.profile)
  if (profile === null) return null
  return (
    <Stack gap="lg" style={{ containerType: 'inline-size' }}>
      {profile.sections.map((section) => (
        <Section key={section.id} section={section} readOnly={readOnly} />
      ))}
    </Stack>
  )
})

function Section({ section, readOnly }: { section: ProfileSection; readOnly: boolean }) {
  return (
    <section className={classes.section} id={`section-${section.id}`} aria-labelledby={`title-${section.id}`}>
      <Title order={2} id={`title-${section.id}`} tabIndex={-1}>
        {section.title}
      </Title>
      {section.description !== undefined && (
        <Text size="sm" c="dimmed">
          {section.description}
        </Text>
      )}
      {!readOnly && <SectionMarks section={section} />}
      <Stack gap="md" mt="sm">
        {section.fields !== undefined && <Fields fields={section.fields} prefix="" readOnly={readOnly} />}
        {section.list !== undefined && <Rows list={section.list} readOnly={readOnly} />}
      </Stack>
    </section>
  )
}

function Fields({ fields, prefix, readOnly }: { fields: ProfileField[]; prefix: string; readOnly: boolean }) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <div
          key={field.path}
          className={classes.field}
          data-wide={(field.width ?? 12) > 6 ? '' : undefined}
          style={{ '--field-width': field.width ?? 12 } as CSSProperties}
        >
          <FieldInput field={field} path={prefix + field.path} readOnly={readOnly} />
        </div>
      ))}
    </div>
  )
}

const NO_ROWS: FormValue[] = []

function Rows({ list, readOnly }: { list: ProfileList; readOnly: boolean }) {
  const rows = useDeal((state) => valueAt(state.values, list.path) ?? NO_ROWS) as FormValue[]
  const change = useDeal((state) => state.change)
  const said = messages().application
  function add() {
    change({ op: 'insert_row', path: list.path })
    const first = `${list.path}.${rows.length}.${list.fields[0]?.path}`
    // Who asks for a row wants to type in it.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-path="${CSS.escape(first)}"]`)?.focus(),
    )
  }
  return (
    <Stack gap="sm">
      {rows.map((_, index) => (
        // Rows have no identity of their own: what stands at an index is that row.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.row} role="group" aria-label={`${list.row_label} ${index + 1}`}>
          <Group justify="space-between" mb="xs">
            <Title order={3}>
              {list.row_label} {index + 1}
            </Title>
            {!readOnly && rows.length > (list.min_rows ?? 0) && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                leftSection={<IconTrash size={14} />}
                aria-label={said.removeRow(list.row_label, index + 1)}
                onClick={() => change({ op: 'remove_row', path: list.path, index })}
              >
                {said.remove}
              </Button>
            )}
          </Group>
          <Fields fields={list.fields} prefix={`${list.path}.${index}.`} readOnly={readOnly} />
          {!readOnly &&
            list.copies?.map((copy) => <CopyOffer key={copy.to} list={list} copy={copy} index={index} />)}
        </div>
      ))}
      <ShareSum list={list} />
      {!readOnly && rows.length < (list.max_rows ?? 100) && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={add}
        >
          {said.addRow(list.row_label)}
        </Button>
      )}
      {readOnly && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {said.none}
        </Text>
      )}
    </Stack>
  )
}
