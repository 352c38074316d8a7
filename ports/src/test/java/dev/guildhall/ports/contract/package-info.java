/** What adapters hold to: suites that every adapter of a port runs, in memory and in PostgreSQL alike. */
package dev.guildhall.ports.contract;
