/** What is told to those who watch: how answers came to be, and what models were asked. */
package dev.guildhall.ports.telemetry;
