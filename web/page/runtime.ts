import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';

/** What is in scope for page code: `React` and `ReactDOM`. The bootstrap itself uses `createRoot`. */
Object.assign(globalThis, { React, ReactDOM: { ...ReactDOM, createRoot }, createRoot });
