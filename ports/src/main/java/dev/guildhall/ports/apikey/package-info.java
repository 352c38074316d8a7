/** API keys, with which programs act as an account (contract 8). */
package dev.guildhall.ports.apikey;
