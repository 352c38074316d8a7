/** Tools that really run, and the check of what they are called with (spec/1 tool registry, contract 2). */
package dev.guildhall.integrations;
