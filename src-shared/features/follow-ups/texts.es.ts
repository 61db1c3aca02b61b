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
  present: (when) =>
    `Ahora: ${dueText(when)}. Una novedad del expediente termina el recordatorio, salvo que tenga una nota.`,
  wasDue: (when) => `Venció el ${dueText(when)}.`,
  explained: 'Una novedad del expediente termina el recordatorio, salvo que tenga una nota.',
  zoneNote: 'La hora sigue el reloj de esta computadora, aunque usted viaje.',
  chooseAnother: 'Elija otra hora.',
  problems: {
    unclear: 'No se entiende. Pruebe “mañana 9”, “en 3 días”, “vie 14:30” o “3 dic”.',
    noSuchDay: 'Ese día no existe.',
    past: 'Esa hora ya pasó.',
    tooFar: 'Elija una hora dentro de los próximos dos años.',
    afterExpiry: 'La oferta vence antes.',
  },
  noteHint: 'A quién llamar y para qué',
  isSet: (name, when) => `${name}: recordatorio para el ${dueText(when)}`,
  isSnoozed: (name, when) => `${name}: pospuesto hasta el ${dueText(when)}`,
  isDone: (name) => `${name}: marcado como hecho`,
  isBack: (name) => `${name}: de nuevo en Hoy`,
  isRemoved: (name) => `${name}: recordatorio eliminado`,
  areRead: (count) =>
    plural(count, '1 novedad marcada como leída', (n) => `${n} novedades marcadas como leídas`),
  mark: 'Recordatorio',
  markDue: 'Vencido',
  due: 'Dar seguimiento: aún sin novedades',
  dueWithNote: (note) => `Dar seguimiento: ${note}`,
  dueWithStatus: (status) => `Dar seguimiento: sigue en “${status}”`,
  palette: (when) => `Recordarme si no llega nada antes del ${dueText(when)}`,
}

export const today: Messages['today'] = {
  title: 'Hoy',
  kinds: {
    follow_up: 'Dar seguimiento',
    offer: 'Ofertas que vencen pronto',
    need: 'Próximos pasos',
    renewal: 'Renovaciones',
    news: 'Novedades',
  },
  needs: {
    fields: 'Completar el formulario',
    submission: 'Enviar la solicitud',
    queue: 'La solicitud está en cola',
    sending: 'La solicitud se está enviando',
    outcome: 'Confirmar si se recibió la solicitud',
    decision: 'Responder a la oferta',
    document_outcome: 'Confirmar si se recibió un documento',
    refused_document: 'Reemplazar el documento rechazado',
    leaving_documents: 'Los documentos se están enviando',
    unsent_documents: 'Enviar los documentos adjuntos',
    another_offer: 'Pedir otra oferta',
    information: 'Dar más información',
    documents: 'Enviar los documentos solicitados',
    reason: 'Preguntar por qué se retiró la oferta',
    news: 'Enviar los documentos que faltan',
    reading: 'Leer la nueva situación',
    funded: 'Financiada',
    declined: 'Denegada',
  },
  rejected: (names) =>
    plural(
      names.length,
      `Corregir el campo rechazado: ${names[0]}`,
      (n) => `Corregir ${n} campos rechazados`,
    ),
  missing: ([name = '', ...more]) =>
    more.length === 0 ? `Falta: ${name}` : `Faltan: ${name} y ${more.length} más`,
  offerExpired: 'Pedir otra oferta, porque esta venció',
  coming: 'Más adelante',
  done: 'Hecho',
  showDone: 'Mostrar lo hecho',
  hideDone: 'Ocultar lo hecho',
  still: (status) => `Sigue en “${status}”`,
  nothingYet: 'Aún sin novedades',
  offers: (count, amount) =>
    plural(count, `1 oferta: ${amount}`, (n) => `La mejor de ${n} ofertas: ${amount}`),
  documents: (count) =>
    count === 0
      ? 'Sin documentos adjuntos'
      : plural(count, '1 documento adjunto', (n) => `${n} documentos adjuntos`),
  renewal: (amount) => `Pagada la mitad de ${amount}`,
  showMore: (count) => plural(count, 'Mostrar 1 más', (n) => `Mostrar ${n} más`),
  showSome: (count, all) => `Mostrar ${count} de ${all} más`,
  allInPipeline: 'Mostrar todos en la Cartera',
  emptyTitle: 'No hay nada pendiente',
  emptyText:
    'Aquí aparecen los recordatorios vencidos, las ofertas que vencen pronto, los expedientes sin documentos, las renovaciones y las novedades. Para un recordatorio, presione H en un expediente.',
  keys: 'Muévase con J y K, abra con Enter, termine con E, posponga con H.',
  actions: {
    next: 'Línea siguiente',
    previous: 'Línea anterior',
    done: 'Marcar como hecho',
    putBack: 'Volver a mostrar',
    snooze: 'Posponer, y recordármelo',
  },
  doneOf: (name) => `Hecho: ${name}`,
  putBackOf: (name) => `Volver a mostrar: ${name}`,
  copyPhone: (phone) => `Copiar ${phone}`,
  earlier: (count) => plural(count, 'y 1 anterior', (n) => `y ${n} anteriores`),
  readAll: 'Marcar todas las novedades como leídas',
  snoozeOf: (name) => `Posponer: ${name}`,
}
