/** The same calls without Assay: Promise.all per stage, nothing stored. */
import http from 'node:http';

const stages = [
  [...Array(10).fill('generator'), ...Array(5).fill('test-generator')],
  Array(5).fill('test-generator'),
  ['test-reducer'],
  Array(10).fill('evaluator'),
];
const filler = 'Schema, evidence, examples and instructions for one candidate. '.repeat(128); // 8 kB, like our prompts
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
let questions = 0;

export async function askFloor(url, text) {
  questions += 1;
  const question = `floor-${questions}`;
  for (const stage of stages) await Promise.all(stage.map((name) => call(url, name, question, text)));
}

function call(url, name, question, text) {
  const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: `${filler}\n${text}` }] });
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/chat/completions`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-assay-agent': name,
        'x-assay-question': question,
        'x-assay-task': '-',
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    request.end(body);
  });
}
