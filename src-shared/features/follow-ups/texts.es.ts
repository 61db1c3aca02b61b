import type { Messages } from '../../platform/texts/messages.ts'
import { dueText, plural } from '../../platform/texts/plural.ts'

export const followUps: Messages['followUps'] = {
  remind: 'Recordarme si no llega nada antes de…',
  snooze: 'Posponer hasta…',
  field: 'Cuándo',
  hint: 'mañana 9 · en 3 días · vie 14:30 · 3 dic',
  choices: 'Horas',
  presets: {
    later: 'En 3 horas',
    tomorrow: 'Mañana por la mañana',
    in_days: 'En 3 días',
    monday: 'El lunes por la mañana',
    in_week: 'En una semana',
  },
  typed: 'Lo escrito',
  remove: 'Eliminar el recordatorio',
  present: (when) => `Ahora: ${dueText(when)}. Una novedad del expediente termina el recordatorio.`,
  wasDue: (when) => `Venció el ${dueText(when)}.`,
  explained: 'Una novedad del expediente termina el recordatorio.',
  zoneNote: 'La hora sigue el reloj de esta computadora, aunque usted viaje.',
  chooseAnother: 'Elija otra hora.',
  problems: {
    unclear: 'No se entiende. Pruebe “mañana 9”, “en 3 días”, “vie 14:30” o “3 dic”.',
    noSuchDay: 'Ese día no existe.',
    past: 'Esa hora ya pasó.',
    tooFar: 'Elija una hora dentro de los próximos dos años.',
    afterExpiry: 'La oferta vence antes.',
  },
  isSet: (when) => `Recordatorio para el ${dueText(when)}`,
  isSnoozed: (when) => `Pospuesto hasta el ${dueText(when)}`,
  isDone: 'Marcado como hecho',
  isDismissed: 'Descartado',
  isRemoved: 'Recordatorio eliminado',
  isRead: 'Marcado como leído',
  mark: 'Recordatorio',
  markDue: 'Vencido',
  due: 'Dar seguimiento: aún sin novedades',
  dueWithStatus: (status) => `Dar seguimiento: sigue en “${status}”`,
  palette: (when) => `Recordarme si no llega nada antes del ${dueText(when)}`,
}

export const today: Messages['today'] = {
  title: 'Hoy',
  lines: (count) => plural(count, '1 pendiente', (n) => `${n} pendientes`),
  toDo: 'pendientes',
  kinds: {
    follow_up: 'Dar seguimiento',
    offer: 'Ofertas que vencen pronto',
    papers: 'A la espera de documentos',
    renewal: 'Renovaciones',
    news: 'Novedades sin leer',
  },
  coming: 'Más adelante',
  noName: 'Sin nombre',
  still: (status) => `Sigue en “${status}”`,
  nothingYet: 'Aún sin novedades',
  due: (when) => `Para el ${dueText(when)}`,
  offers: (count, amount) => plural(count, `1 oferta, ${amount}`, (n) => `${n} ofertas, hasta ${amount}`),
  documents: (count) =>
    count === 0
      ? 'Sin documentos adjuntos'
      : plural(count, '1 documento adjunto', (n) => `${n} documentos adjuntos`),
  renewal: (amount) => `Pagada la mitad de ${amount}`,
  showMore: (count) => plural(count, 'Mostrar 1 más', (n) => `Mostrar ${n} más`),
  more: (count) => plural(count, '1 más no aparece aquí.', (n) => `${n} más no aparecen aquí.`),
  emptyTitle: 'No hay nada pendiente',
  emptyText:
    'Aquí aparecen los recordatorios vencidos, las ofertas que vencen pronto, los expedientes sin documentos, las renovaciones y las novedades sin leer. Para un recordatorio, presione H en un expediente.',
  keys: 'Muévase con J y K, abra con Enter, termine con E, posponga con H.',
  actions: {
    next: 'Línea siguiente',
    previous: 'Línea anterior',
    done: 'Marcar como hecho',
    dismiss: 'Descartar',
    snooze: 'Posponer',
  },
  doneOf: (name) => `Hecho: ${name}`,
  dismissOf: (name) => `Descartar: ${name}`,
  readOf: (name) => `Marcar como leído: ${name}`,
  snoozeOf: (name) => `Posponer: ${name}`,
}
