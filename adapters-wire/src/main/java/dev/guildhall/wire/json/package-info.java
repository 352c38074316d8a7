/** Reads JSON of requests and writes that of answers. */
package dev.guildhall.wire.json;
