import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';

/** `React` and `ReactDOM` for page code, `createRoot` for the bootstrap. */
Object.assign(globalThis, { React, ReactDOM: { ...ReactDOM, createRoot }, createRoot });
