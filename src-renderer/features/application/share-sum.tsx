import { Text } from '@mantine/core'
import { readPercent } from '../../../src-shared/entry/percent.ts'
import { locale, messages } from '../../../src-shared/messages/messages.ts'
import { rowsAt, valueAt } from '../../../src-shared/profile/form-path.ts'
import type { ProfileList } from '../../../src-shared/profile/payload-profile.ts'
import { textOf, useDeal } from '../../stores/deal-store.ts'

const MILLION = 1_000_000
/** What the cut fractions of all rows can come to together, in millionths. */
const CUT = 100

/** What the shares in the rows of a list come to, where it has shares. */
export function ShareSum({ list }: { list: ProfileList }) {
  const share = list.fields.find(({ type }) => type === 'percent')?.path
  const millionths = useDeal(({ values }) =>
    share === undefined
      ? 0
      : rowsAt(values, list.path).reduce<number>((sum, row) => {
          const read = readPercent(textOf(valueAt(row, share)))
          return sum + ('decimal' in read ? Math.round(Number(read.decimal) * MILLION) : 0)
        }, 0),
  )
  if (share === undefined || millionths === 0) return null
  const said = messages().application
  const { format } = new Intl.NumberFormat(locale(), { maximumFractionDigits: 6 })
  const rest = 100 * MILLION - millionths
  // Thirds are cut after six decimals, so three of them come to 99.999999.
  const left = rest > 0 && rest < CUT ? 0 : rest
  const total = format((100 * MILLION - left) / MILLION)
  return (
    <Text size="xs" c={left < 0 ? 'red' : 'dimmed'} className="tabular" role="status">
      {left < 0
        ? said.sumOver(total)
        : left === 0
          ? said.sum(total)
          : said.sumLeft(total, format(left / MILLION))}
    </Text>
  )
}
