import type { Socket } from 'node:net';

export type Answer = string | ((socket: Socket) => void);

export const HEADER = '["n"]\n["UInt64"]\n';
export const SETTINGS =
  '["name","value","readonly","min","max"]\n["String","String","UInt8","Nullable(String)","Nullable(String)"]\n' +
  '["readonly","0",0,null,null]\n["max_execution_time","0",0,null,null]\n';
export const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-ClickHouse-Exception-Tag: lbgclkgjmqkzvkhl\r\n\r\n';

export const chunk = (body: string): string => `${Buffer.byteLength(body, 'latin1').toString(16)}\r\n${body}\r\n`;
export const whole = (body: string): string => `${CHUNKED}${chunk(body)}0\r\n\r\n`;

export function send(socket: Socket, answer: Answer): void {
  if (typeof answer === 'string') socket.write(answer, 'latin1');
  else answer(socket);
}
