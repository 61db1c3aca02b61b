import { Text } from '@mantine/core'
import { locale, words } from '../../../src-shared/messages/messages.ts'
import { rowsAt, valueAt } from '../../../src-shared/profile/form-path.ts'
import type { ProfileList } from '../../../src-shared/profile/payload-profile.ts'
import { textOf, useDeal } from '../../stores/deal-store.ts'

/** What the shares in the rows of a list come to, where it has shares. */
export function ShareSum({ list }: { list: ProfileList }) {
  const share = list.fields.find(({ type }) => type === 'percent')?.path
  const hundredths = useDeal(({ values }) =>
    share === undefined
      ? 0
      : rowsAt(values, list.path).reduce<number>((sum, row) => {
          const percent = Number(textOf(valueAt(row, share)))
          return sum + (Number.isFinite(percent) ? Math.round(percent * 100) : 0)
        }, 0),
  )
  if (share === undefined || hundredths === 0) return null
  const said = words().application
  const format = (of: number) => new Intl.NumberFormat(locale()).format(of / 100)
  const total = format(hundredths)
  const left = 10_000 - hundredths
  return (
    <Text
      size="xs"
      c={left < 0 ? 'red' : 'dimmed'}
      className="tabular"
      role="status"
      data-shares={hundredths}
    >
      {left < 0 ? said.sumOver(total) : left === 0 ? said.sum(total) : said.sumLeft(total, format(left))}
    </Text>
  )
}
