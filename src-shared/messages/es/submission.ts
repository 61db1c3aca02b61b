import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const submission: (typeof en)['submission'] = {
  strip: 'Envío',
  sending: 'Enviando…',
  sendsIn: (seconds) => `Se envía en ${seconds} s`,
  sendNow: 'Enviar ahora',
  tryNow: 'Intentar ahora',
  openSettings: 'Abrir Ajustes',
  cancelSubmission: 'Cancelar envío',
  cancelled: 'Envío cancelado. No se envió nada.',
  sendsSoon: (name) => `${name || 'La solicitud'}: se envía en un momento.`,
  place: (position) => `posición ${position}`,
  needsYou: (place) => `Requiere su atención, ${place}`,
  isQueued: (place) => `En cola, ${place}`,
  waitsForConnection: (place) => `Esperando conexión, ${place}`,
  nextTry: (seconds) => ` · próximo intento en ${seconds} s`,
  dialog: {
    title: '¿Enviar esta solicitud?',
    asksFor: 'solicita',
    goesTo: (address) => `La solicitud va a ${address}`,
    documents: (count) =>
      count === 0
        ? ' sin documentos adjuntos.'
        : plural(
            count,
            ', seguida de 1 documento.',
            (many) => `, seguida de ${many} documentos, uno por uno.`,
          ),
    undo: (seconds) => ` Puede deshacerlo durante ${seconds} segundos.`,
    missing: 'Faltan estos documentos. Los paquetes sin ellos suelen devolverse',
    toChecklist: 'Ir a la lista de requisitos',
    duplicates: 'Ya envió a este cliente',
    sameContent: 'solicitud idéntica',
    sameEin: 'mismo EIN',
    inBin: '(en la papelera)',
    noName: 'Sin nombre',
    submitAnyway: 'Entiendo. Enviar de todos modos.',
    notYet: 'Todavía no',
    submit: 'Enviar',
  },
  unknown: {
    wasReceived: 'Se recibió',
    wasReceivedApplication:
      'El expediente continúa con este ID de solicitud. Sus documentos se envían y sus novedades aparecen aquí.',
    wasReceivedDocument: 'El documento se marca como recibido y no se envía de nuevo.',
    applicationId: 'ID de la solicitud',
    applicationIdHint: 'Pídalo al socio financiero.',
    confirmReceived: 'Confirmar recepción',
    wasNotReceived: 'No se recibió',
    wasNotReceivedApplication:
      'Puede enviar la solicitud de nuevo. Si sí se recibió, el socio financiero la tendrá dos veces. Pregunte antes de elegir esto.',
    wasNotReceivedDocument:
      'Puede enviar el documento de nuevo. Si sí se recibió, el socio financiero lo tendrá dos veces. Pregunte antes de elegir esto.',
    confirmNotReceived: 'Confirmar que no se recibió',
    searching: 'La aplicación está consultando al socio financiero.',
    known: 'Lo que se sabe',
    itsId: (application_id) => ` Su ID es ${application_id}.`,
    searched: (when) => `Última consulta: ${when}. La aplicación vuelve a consultar automáticamente.`,
  },
  firstReal: {
    title: 'Esta es una solicitud real',
    body: 'Está en producción. La solicitud va al socio financiero para su revisión con los datos y documentos del comercio. Esto no es una prueba.',
    many: {
      title: 'Estas son solicitudes reales',
      body: 'Está en producción. Las solicitudes van al socio financiero para su revisión con los datos y documentos de los comercios. Esto no es una prueba.',
      applications: 'Solicitudes',
      known: 'Estas solicitudes son reales y los comercios aceptaron enviarlas.',
    },
    merchant: 'Comercio',
    amount: 'Monto',
    goesTo: 'Se envía a',
    known: 'Esta solicitud es real y el comercio aceptó enviarla.',
    once: 'Se confirma una sola vez para esta dirección y estas credenciales.',
    notYet: 'Todavía no',
    submit: 'Enviar solicitud real',
    notConfirmed: 'Todavía no ha confirmado que aquí las solicitudes son reales.',
    changed:
      'La dirección o las credenciales cambiaron después de que la envió. No ha confirmado que las solicitudes enviadas allí son reales.',
    changedAdvice:
      'Confirme para enviar todo lo que está en espera, o ingrese de nuevo la dirección y las credenciales anteriores.',
    confirm: 'Confirmar…',
    anotherHost: (host: string, shown: string) =>
      `Ahora las solicitudes van a ${host} y no a ${shown}, que usted confirmó.`,
    anotherHostAdvice: 'Su confirmación no se guardó. Inténtelo de nuevo para confirmar la dirección actual.',
    notConfirmedAdvice: 'Abra el expediente, presione Enviar y confirme. Se le pregunta una sola vez.',
  },
}
