import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const submission: (typeof en)['submission'] = {
  strip: 'Envío',
  sending: 'Enviando…',
  sendsIn: (seconds) => `Sale en ${seconds} s`,
  sendNow: 'Enviar ahora',
  tryNow: 'Intentar ahora',
  openSettings: 'Abrir Ajustes',
  cancelSubmission: 'Retirarla',
  cancelled: 'Se retiró. No se envió nada.',
  sendsSoon: (name) => `${name || 'La solicitud'}: sale en un momento.`,
  place: (position) => (position === 1 ? 'es la siguiente en la fila' : `lugar ${position} en la fila`),
  needsYou: (place) => `Espera por usted, ${place}`,
  isQueued: (place) => `En la fila, ${place}`,
  waitsForConnection: (place) => `Espera la conexión, ${place}`,
  nextTry: (seconds) => ` · próximo intento en ${seconds} s`,
  dialog: {
    title: '¿Enviar esta solicitud?',
    asksFor: 'solicita',
    goesTo: (address) => `La solicitud va a ${address}`,
    documents: (count) =>
      count === 0
        ? ', sin documentos, pues no hay ninguno adjunto.'
        : plural(
            count,
            ' y después va 1 documento por separado.',
            (many) => ` y después van ${many} documentos, cada uno por separado.`,
          ),
    undo: (seconds) => ` Puede deshacerlo durante ${seconds} segundos.`,
    missing: 'Los paquetes sin esto suelen regresar',
    toChecklist: 'Ir a la lista de requisitos',
    duplicates: 'Este cliente ya se envió antes',
    sameContent: 'exactamente la misma solicitud',
    sameEin: 'el mismo EIN',
    inBin: '(en la papelera)',
    noName: 'Sin nombre',
    submitAnyway: 'Lo sé. Enviar esta de todos modos.',
    notYet: 'Todavía no',
    submit: 'Enviar',
  },
  unknown: {
    wasReceived: 'Sí está',
    wasReceivedApplication:
      'El expediente sigue con este ID de solicitud: se envían sus documentos y sus novedades aparecen aquí.',
    wasReceivedDocument: 'Cuenta como recibido y no se envía de nuevo.',
    applicationId: 'ID de la solicitud',
    applicationIdHint: 'El socio financiero puede decírselo.',
    confirmReceived: 'Sí llegó',
    wasNotReceived: 'No está',
    wasNotReceivedApplication:
      'La solicitud se puede enviar de nuevo. Si después de todo sí llegó, el socio financiero la tendrá dos veces; pregunte antes de elegir esto.',
    wasNotReceivedDocument:
      'El documento se puede enviar de nuevo. Si después de todo sí llegó, el socio financiero lo tendrá dos veces; pregunte antes de elegir esto.',
    confirmNotReceived: 'No llegó',
    searching: 'La aplicación la está buscando en el servicio.',
    known: 'Lo que se sabe',
    itsId: (application_id) => ` Su id. es ${application_id}.`,
    searched: (when) => `Se buscó el ${when}; se vuelve a buscar sola.`,
  },
  firstReal: {
    title: 'Esta es una solicitud real',
    body: 'Ahora trabaja en producción. La solicitud va al socio financiero para su revisión, junto con los datos y documentos del comercio. Nada de esto es una prueba.',
    many: {
      title: 'Estas son solicitudes reales',
      body: 'Ahora trabaja en producción. Las solicitudes van al socio financiero para su revisión, junto con los datos y documentos de los comercios. Nada de esto es una prueba.',
      applications: 'Solicitudes',
      known: 'Lo sé: son reales y los comercios están de acuerdo.',
    },
    merchant: 'Comercio',
    amount: 'Monto',
    goesTo: 'Se envía a',
    known: 'Lo sé: es real y el comercio está de acuerdo.',
    once: 'Se pregunta una sola vez para esta dirección y estas credenciales.',
    notYet: 'Todavía no',
    submit: 'Enviar de verdad',
    notConfirmed: 'Nadie ha confirmado todavía que aquí las solicitudes son reales.',
    changed:
      'La dirección o las credenciales cambiaron desde que esto se envió a la fila, y nadie ha confirmado todavía que las solicitudes que van allí son reales.',
    changedAdvice:
      'Confírmelo y sale todo lo que espera en la fila. O vuelva a indicar la dirección y las credenciales anteriores.',
    confirm: 'Confirmar…',
    anotherHost: (host: string, shown: string) =>
      `Ahora las solicitudes van a ${host} y ya no a ${shown}, por el que se le preguntó.`,
    anotherHostAdvice:
      'No se confirmó nada. Hágalo de nuevo: entonces se le pregunta por la dirección actual.',
    notConfirmedAdvice:
      'Abra el expediente, pulse Enviar y confírmelo allí; después no se vuelve a preguntar.',
  },
}
