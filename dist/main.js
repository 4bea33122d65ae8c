#!/usr/bin/env node
import{t as e}from"./chunks/clean-environment2.js";const t=e(),{runAction:n}=await import(`./chunks/run2.js`);await n(t);export{};