/** What stands at the root of every listener: health, metrics, keys, OpenAPI documents and their page (contract 0). */
package dev.guildhall.http.system;
