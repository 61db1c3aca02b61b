import { Box, ScrollArea, Stack, Tabs, Title } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { MONEY_TABS, navigate, type MoneyTab } from '../../platform/navigation/route.ts'
import { followMoney, loadMoney, useDashboard, useLedger } from './money-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { FiguresSkeleton } from './money-parts.tsx'
import { CommissionsTab } from './commissions-tab.tsx'
import { RenewalsTab } from './renewals-tab.tsx'
import { Hint, lazyPart } from '../../platform/ui/parts.tsx'

// The chart library is large, and many brokers do not open the charts.
const DashboardTab = lazyPart(() => import('./dashboard-tab.tsx').then((file) => file.DashboardTab))

export function MoneyScreen({ tab }: { tab: MoneyTab }) {
  const ledgerError = useLedger((state) => state.error)
  const dashboardError = useDashboard((state) => state.error)
  const error = ledgerError ?? dashboardError
  useEffect(followMoney, [])
  const viewport = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  useEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    viewport.current?.scrollTo({ top: 0 })
  }, [tab])
  const text = messages().money
  useActions('app', [
    ...MONEY_TABS.map((one, at) => ({
      id: `money.${one}`,
      label: text.actions[one],
      section: 'go' as const,
      keys: String(at + 1),
      run: () => navigate({ screen: 'money', tab: one }),
    })),
  ])
  return (
    <ScrollArea h="100%" viewportRef={viewport}>
      <Stack gap="md" className="page">
        <div>
          <Title order={1}>{text.title}</Title>
          <Hint size="sm">{text.subtitle}</Hint>
        </div>
        <Tabs
          value={tab}
          onChange={(chosen) => navigate({ screen: 'money', tab: chosen as MoneyTab })}
          keepMounted={false}
        >
          <Tabs.List aria-label={text.title}>
            {MONEY_TABS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {text.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {error !== null && (
            <Box pt="md">
              <ErrorNote error={error} onAgain={() => void loadMoney()} />
            </Box>
          )}
          <Tabs.Panel value="dashboard" pt="md">
            <Suspense fallback={<FiguresSkeleton />}>
              <DashboardTab />
            </Suspense>
          </Tabs.Panel>
          <Tabs.Panel value="commissions" pt="md">
            <CommissionsTab />
          </Tabs.Panel>
          <Tabs.Panel value="renewals" pt="md">
            <RenewalsTab />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </ScrollArea>
  )
}
