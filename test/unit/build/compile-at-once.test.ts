import { describe, expect, it } from '@jest/globals';
import { compileAtOnce } from '../../../lib/build/compile-at-once.ts';

describe('compileAtOnce', () => {
  it.each([
    ['an arrow function', 'var a=P((e,t)=>{t.exports=1});', 'var a=P(((e,t)=>{t.exports=1}));'],
    ['an expression', 'var a=P("a",function(e){return e});', 'var a=P("a",(function(e){return e}));'],
    [
      'one beside another',
      'const a=P(()=>{},()=>1),b=Q(()=>2);',
      'const a=P((()=>{}),(()=>1)),b=Q((()=>2));',
    ],
    ['text that is no ASCII', 'var s="…",a=P(()=>"é");', 'var s="…",a=P((()=>"é"));'],
  ])('marks %s that is handed to a call', (_, code, marked) => {
    expect(compileAtOnce(code, 'module')).toBe(marked);
  });

  it.each([
    ['declares', 'function a(e){return P(()=>e)}'],
    ['keeps for later', 'var a=()=>P(()=>1),b={c:()=>2},d=function(){};'],
    ['hands to a call in a call', 'var a=P(Q(()=>1));'],
    ['exports', 'export const handler=()=>1;export{a as default};let a;'],
  ])('leaves alone what a module %s', (_, code) => {
    expect(compileAtOnce(code, 'module')).toBe(code);
  });

  it('reads what only a CommonJS module may hold', () => {
    const code = 'var await=1,a=P(()=>await);if(a)return;with(a){}';
    expect(compileAtOnce(code, 'commonjs')).toBe('var await=1,a=P((()=>await));if(a)return;with(a){}');
  });
});
